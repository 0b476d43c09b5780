"""The program from outside: what is typed, what is printed, and the exit code."""
