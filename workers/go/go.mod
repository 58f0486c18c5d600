module pingmark

go 1.19
