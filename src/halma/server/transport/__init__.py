"""What goes over the wire: requests and answers, live play, and what stands before them."""
