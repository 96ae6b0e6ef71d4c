"""Published clustering methods, as their papers describe them."""
