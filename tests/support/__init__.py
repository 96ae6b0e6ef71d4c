"""What tests share: pages, sites and archives made for them, and what is asked of these."""
