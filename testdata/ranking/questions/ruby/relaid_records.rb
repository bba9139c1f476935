def read_record
    fields = []
    buffer = +""
    state = :start
    while (char = @io.getc)
        # A small automaton: start, plain, quoted, closing.
        case state
        when :quoted
            if char == @quote
                state = :closing
            else
                @line += 1 if char == "\n"
                buffer << char
            end
            next
        when :closing
            if char == @quote
                buffer << char
                state = :quoted
                next
            elsif ![
                @separator,
                "\r",
                "\n"
            ].include?(char)
                raise MalformedInput.new(
                    "unexpected #{char.inspect} after quote",
                    @line
                )
            end
        end
        if char == @separator
            fields << buffer
            buffer = +""
            state = :start
        elsif char == "\n"
            @line += 1
            return fields << buffer
        elsif char == @quote && state == :start
            state = :quoted
        elsif char != "\r"
            buffer << char
            state = :plain
        end
    end
    raise MalformedInput.new("quote never closed", @line) if state == :quoted

    # Nothing was read at all, so this is the end.
    return nil if fields.empty? && buffer.empty?
    fields << buffer
end
