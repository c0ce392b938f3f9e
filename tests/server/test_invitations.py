"""Invitations: a link is used once, by one device, and a new one is made for a guest who never came."""

import pytest

LINKS = [{"kind": "link"}, {"kind": "link"}]
HOST = [{"kind": "here"}, {"kind": "link"}]
CLAIM, OTHER = "c" * 43, "d" * 43


def join(server, table, token=None, **body):
    return server.post(f"/api/tables/{table['table']}/join", body, token)


def invite(server, table, seat="B", token=None):
    return server.post(f"/api/tables/{table['table']}/invite", {"seat": seat}, token or table["token"])


def refusal(answer) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


@pytest.mark.parametrize("public", [False, True])
def test_a_join_whose_answer_was_lost_is_asked_again(server, public):
    table = server.table(seats=HOST, public=public)
    link = table["seats"]["B"]
    first = join(server, table, link, claim=CLAIM, name="Bea")
    again = join(server, table, link, claim=CLAIM, name="Bea")
    assert first.json() == again.json() and first.status_code == again.status_code == 200
    assert first.json()["seat"] == "B"
    server.move(table, 0, "e2-f3")
    assert server.move(table, 1, "l15-k14", again.json()["token"]).status_code == 200
    # Even later the link leads its own device back to the seat.
    assert join(server, table, link, claim=CLAIM).json() == first.json()


def test_a_lost_answer_at_a_public_table_does_not_take_a_second_seat(server):
    table = server.table("star", options={"players": 3}, seats=[{"kind": "link"}] * 3, public=True)
    first = join(server, table, claim=CLAIM).json()
    assert join(server, table, claim=CLAIM).json() == first
    assert join(server, table, claim=OTHER).json()["seat"] == "B"
    assert [seat["joined"] for seat in server.view(table)["seats"]] == [True, True, False]


def test_another_device_with_a_used_link_is_told_so(server):
    table = server.table(seats=HOST)
    link = table["seats"]["B"]
    held = join(server, table, link, claim=CLAIM).json()["token"]
    for body in ({"claim": OTHER}, {}):
        assert refusal(join(server, table, link, **body)) == (403, "invitation-used")
    # Who knows the link and the claim of another table gets nothing.
    other = server.table(seats=HOST)
    assert refusal(join(server, other, link, claim=CLAIM)) == (403, "invitation-used")
    assert refusal(join(server, table)) == (403, "private-table")
    assert refusal(join(server, table, table["token"])) == (403, "private-table")
    assert held not in (link, CLAIM)


def test_a_claim_is_long_enough_not_to_be_guessed(server):
    table = server.table(seats=HOST)
    assert join(server, table, table["seats"]["B"], claim="short").status_code == 400


def test_a_public_table_that_filled_up_says_so(server):
    table = server.table(seats=HOST, public=True)
    join(server, table, claim=CLAIM)
    assert refusal(join(server, table, claim=OTHER)) == (409, "table-full")


def test_the_owner_gives_a_new_link_to_a_guest_who_never_came(server):
    table = server.table(seats=HOST)
    old = table["seats"]["B"]
    assert server.view(table)["seats"][1]["invited"]
    made = invite(server, table).json()
    assert made["seat"] == "B" and made["url"] == f"/t/{table['table']}#{made['token']}"
    assert refusal(join(server, table, old, claim=CLAIM)) == (403, "invitation-used")
    assert join(server, table, made["token"], claim=CLAIM).json()["seat"] == "B"
    assert not server.view(table)["seats"][1]["invited"]


def test_a_private_seat_that_was_left_before_the_first_move_is_given_to_somebody_else(server):
    table = server.table(seats=HOST)
    token = join(server, table, table["seats"]["B"], claim=CLAIM).json()["token"]
    assert server.post(f"/api/tables/{table['table']}/leave", token=token).status_code == 200
    seat = server.view(table)["seats"][1]
    assert (seat["joined"], seat["invited"]) == (False, False)
    made = invite(server, table).json()
    assert server.view(table)["seats"][1]["invited"]
    assert join(server, table, made["token"], claim=OTHER).json()["seat"] == "B"
    assert refusal(join(server, table, token)) == (403, "invitation-used")


def test_a_guest_who_is_there_keeps_the_seat(server):
    table = server.table(seats=HOST)
    token = join(server, table, table["seats"]["B"], claim=CLAIM).json()["token"]
    with server.live(table, token):
        assert refusal(invite(server, table)) == (409, "seat-taken")
    with server.live(table, table["token"]) as host:
        if any(seat["seat"] == "B" and seat["connected"] for seat in host.view["seats"]):
            host.until("presence", lambda message: message["connected"] == ["A"])
        # Whose device lost the seat before the first move can be invited anew.
        assert invite(server, table).status_code == 200
    assert server.post(f"/api/tables/{table['table']}/leave", token=token).status_code == 401


def test_after_the_first_move_a_seat_is_not_given_away(server):
    table = server.table(seats=HOST)
    join(server, table, table["seats"]["B"], claim=CLAIM)
    server.move(table, 0, "e2-f3")
    assert refusal(invite(server, table)) == (409, "seat-taken")
    assert refusal(invite(server, table, "A")) == (409, "not-for-guests")
    assert refusal(invite(server, table, "F")) == (409, "not-for-guests")


def test_hints_are_refused_where_they_are_off(server):
    table = server.table(seats=LINKS, clock={"kind": "fischer", "seconds": 600, "increment": 5})
    answer = server.post(f"/api/tables/{table['table']}/hint", token=table["seats"]["A"])
    assert refusal(answer) == (403, "hints-off")
    with server.live(table, table["seats"]["A"]) as anna:
        assert anna.view["hints"] is False
        assert anna.code("hint") == "hints-off"
