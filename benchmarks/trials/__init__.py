"""Long trials: scripts that a test runs a small sample of, and whose figures are kept."""
