        private JsonEvent Enter(bool isObject)
        {
            at++;
            insideObject.Push(isObject);
            maxDepth = Math.Max(maxDepth, insideObject.Count);
            return isObject ? JsonEvent.BeginObject : JsonEvent.BeginList;
        }

        private JsonEvent Leave(bool isObject)
        {
            if (!insideObject.TryPop(out bool open) || open != isObject)
            {
                Fail("closing bracket");
            }
            at++;
            keyNext = insideObject.TryPeek(out bool outer) && outer;
            tokens++;
            return isObject ? JsonEvent.EndObject : JsonEvent.EndList;
        }

        private JsonEvent Quoted()
        {
            int end = at + 1;
            while (end < buffer.Length && buffer[end] != (byte)'"')
            {
                escaped |= buffer[end] == (byte)'\\';
                end += buffer[end] == (byte)'\\' ? 2 : 1;
            }
            Slice = buffer[(at + 1)..end];
            at = end + 1;
            bool isKey = keyNext;
            AfterScalar(isKey);
            return isKey ? JsonEvent.Key : JsonEvent.Text;
        }
