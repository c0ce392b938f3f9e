"""The server in a simulation: several processes, their storage, their hub, the network and people, on one event loop
whose time is made up. What happens follows from a number alone, so whatever goes wrong can be looked at again.

The processes are the real ones, from the endpoints to the scheduling of clocks and computers. Only what lies outside of
them is made up: `database`, `hub`, `network`, `machine` (processes that are killed, paused and started again).
`plan` makes up what happens from a seed, `people` do it, `referee` knows by rules of its own what must be so, `world`
runs it all, and `shrink` finds the shortest way to the same mistake. `python -m tests.simulation --seeds 0..1000`
"""
