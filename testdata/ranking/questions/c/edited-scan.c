/* Takes everything up to one of the stop characters, without blanks behind it. */
static Slice upto(Reader *in, const char *marks)
{
    Slice got = { in->p, 0 };

    for (; in->p < in->end && strchr(marks, *in->p) == NULL; in->p++)
        if (*in->p > 0x20)
            got.len = (size_t)(in->p - got.from) + 1;
    return got;
}

static Outcome read_entry(Reader *in, Callback fn, void *arg)
{
    Slice lhs = upto(in, "=\n;");
    Slice rhs;
    unsigned flags = 0;

    if (in->p == in->end || *in->p != '=')
        return MISSING_VALUE;
    if (lhs.len == 0)
        return MISSING_NAME;
    in->p++;
    if (in->p < in->end && (*in->p == '"' || *in->p == '\'')) {
        in->p++;
        rhs.from = in->p;
        flags |= QUOTED;
        while (in->p < in->end && *in->p != '"' && *in->p != '\n')
            in->p++;
        if (in->p == in->end || *in->p != '"')
            return OPEN_QUOTE;
        rhs.len = in->p - rhs.from;
    } else {
        rhs = upto(in, "\n;");
    }
    to_eol(in);
    return fn(arg, &in->heading, &lhs, &rhs, flags) ? FINE : STOPPED;
}
