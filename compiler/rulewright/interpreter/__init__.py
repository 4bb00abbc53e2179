"""Running a `System`: one play at a time, by reading the core or by code generated from it."""
