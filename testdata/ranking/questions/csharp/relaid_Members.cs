private Dictionary<string, object> ReadObject()
{
	var members = new Dictionary<string, object>();
	Expect('{');
	if (Accept('}'))
	{
		return members;
	}
	do
	{
		SkipSpace();
		/* one member after the other */
		string name = ReadString();
		Expect(':');
		members[name] = ReadValue();
	}
	while (Accept(','));
	Expect('}');
	return members;
}

/// <summary>Everything between two square brackets.</summary>
private List<object> ReadArray()
{
	var items = new List<object>();
	Expect('[');
	if (Accept(']'))
	{
		return items;
	}
	do
	{
		items.Add(ReadValue());
	} while (Accept(','));
	Expect(']');
	return items;
}

private string ReadString()
{
	var builder = new StringBuilder();
	Expect('"');
	for (
		char c = Take();
		c != '"';
		c = Take())
	{
		builder.Append(c == '\\' ? ReadEscape() : c);
	}
	return builder.ToString();
}
