	while ((c = getchar()) != EOF) {
		if (c == '\n')
			lines++;
		if (isspace(c)) {
			inside = 0;
		} else if (!inside) {
			inside = 1;
