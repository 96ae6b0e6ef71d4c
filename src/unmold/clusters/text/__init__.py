"""TEXT: clusters by description length, each with the paths of its template.

The paths of pages enter, clusters leave, with the paths that most pages of each share. After Kim
and Shim (TKDE 2011) as retold by Divya, Loshma and Hegde (IJCTT 2012): `essential` says which paths
count, `description` what a clustering costs, `supports` and `signatures` what a merge saves,
exactly or by estimate, `all_pairs` and `nearest` in which order clusters merge. `wavelets` and
`k_means` make the fourth method. `unmold.records.strip` uses the template paths of any clustering.
"""
