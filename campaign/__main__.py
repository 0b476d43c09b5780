"""``python -m campaign`` is the console script."""

from campaign.cli.app import main

if __name__ == "__main__":
    main()
