"""Speed and quality, measured. Each module with a `main` is one benchmark; see README.md here."""
