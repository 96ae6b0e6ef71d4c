"""unmold takes web pages out of their mold: finds a site's templates and hands back its data as tables."""
