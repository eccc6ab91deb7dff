"""A first experiment: is a heavy tank worth its three points? Three lights against one heavy, point for point."""

from hulldown.lab.simulate import simulate

report = simulate(
    "france1944",
    scenario="first-steps",
    bots=("greedy", "greedy"),
    games=40,
    seed=1,
    red="heavy=2",
    blue="light=6",
)
print(f"Two heavies won {report.sides['red']} of {report.games}, six lights {report.sides['blue']}, {report.draws} draws.")
