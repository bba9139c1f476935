package io.fenwick.parse;

    private State startValue(int first) throws IOException {
        if (first == '{' || first == '[') {
            kinds.set(++depth, first == '{');
            sink.open(first == '{');
            return first == '{' ? State.KEY_OR_CLOSE : State.ITEM_OR_CLOSE;
        }
        if (first == '"') {
            sink.leaf(rawString(), true);
        } else {
            buf.setLength(0);
            int next = first;
            for (; next >= 0 && ",]} \t\r\n".indexOf(next) < 0; next = pull()) {
                buf.append((char) next);
            }
            pushed = next;
            check(buf.length() > 0, first);
            sink.leaf(buf.toString(), false);
        }
        return State.NEXT_OR_CLOSE;
    }

    private State finishValue(boolean isMap) throws IOException {
        check(depth > 0 && kinds.get(depth) == isMap, isMap ? '}' : ']');
        depth--;
        sink.close(isMap);
        return State.NEXT_OR_CLOSE;
    }

    /** The raw text between quotes; escapes are left to the listener. */
    private String rawString() throws IOException {
        buf.setLength(0);
        boolean afterBackslash = false;
        for (int next = pull(); afterBackslash || next != '"'; next = pull()) {
            check(next >= 0, next);
            afterBackslash = !afterBackslash && next == '\\';
            buf.append((char) next);
        }
        return buf.toString();
    }
