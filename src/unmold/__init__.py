"""unmold takes web pages out of their mold: it finds a site's templates and yields its data."""
