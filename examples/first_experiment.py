"""A first experiment: point for point, are heavy tanks worth their price? Two heavies against six lights."""

from hulldown.lab.simulate import simulate
from hulldown.rulebooks import load

if __name__ == "__main__":  # with jobs=2, other processes read this file again
    setup = load("france1944").library.build("first-steps", red="heavy=2", blue="light=6")
    report = simulate("france1944", setup, bots=("greedy", "greedy"), games=40, seed=1)
    heavies, lights = report.sides
    print(f"Two heavies won {heavies} of {report.games} games, six lights {lights}; {report.draws} were drawn.")
