using System;
using System.Linq;
using System.Text;

namespace Playroom
{
    /// <summary>Carves a maze without loops into a grid and draws it.</summary>
    public class Maze
    {
        private const int East = 1;
        private const int South = 2;

        private readonly int width;
        private readonly int height;
        private readonly int[,] passages;
        private readonly int[] owner;

        public Maze(int width, int height, int seed)
        {
            this.width = width;
            this.height = height;
            passages = new int[height, width];
            owner = Enumerable.Range(0, width * height).ToArray();
            Carve(new Random(seed));
        }

        public override string ToString()
        {
            var picture = new StringBuilder();
            picture.Append(' ').Append('_', 2 * width - 1).AppendLine();
            for (int y = 0; y < height; y++)
            {
                picture.Append('|');
                for (int x = 0; x < width; x++)
                {
                    picture.Append((passages[y, x] & South) != 0 ? ' ' : '_');
                    picture.Append((passages[y, x] & East) != 0 ? '_' : '|');
                }
                picture.AppendLine();
            }
            return picture.ToString();
        }

        private void Carve(Random random)
        {
            int joined = 1;
            while (joined < owner.Length)
            {
                int x = random.Next(width);
                int y = random.Next(height);
                bool east = random.Next(2) == 0;
                int nx = east ? x + 1 : x;
                int ny = east ? y : y + 1;
                if (nx >= width || ny >= height)
                {
                    continue;
                }
                int a = Root(y * width + x);
                int b = Root(ny * width + nx);
                if (a != b)
                {
                    owner[a] = b;
                    passages[y, x] |= east ? East : South;
                    joined++;
                }
            }
        }

        private int Root(int cell)
        {
            while (owner[cell] != cell)
            {
                cell = owner[cell] = owner[owner[cell]];
            }
            return cell;
        }
    }
}
