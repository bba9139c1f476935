        private int lowerBound( String key )
        {
                int from = 0;
                int count = phrases.length;
                while ( count > 0 )
                {
                        int half = count / 2;
                        if ( phrases[from + half].folded().compareTo( key ) < 0 )
                        {
                                from += half + 1;

                                count -= half + 1; // right half
                        }
                        else
                        {
                                count = half; // left half
                        }
                }
                return from;
        }
        public List<String> suggest( String typed, int most )
        {
                String key = fold( typed );

                int first = lowerBound( key );
                int behind = lowerBound( key + Character.MAX_VALUE ); // no letter is greater
                return Arrays.stream( phrases, first, behind )
                                .sorted( BY_SCORE )
                                .limit( most )
                                .map( Phrase::text )
                                .collect( Collectors.toList() );
        }
