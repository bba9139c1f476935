package net.heronsgate.weather;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Lowest, mean and highest temperature of each station of a file. */
public class WeatherStations {

    private record Reading(String station, double celsius) {
        static Reading of(String line) {
            String[] cells = line.split(";");
            return new Reading(cells[0].trim(), Double.parseDouble(cells[1]));
        }
    }

    public static void main(String[] args) throws IOException {
        if (args.length == 0) {
            System.err.println("usage: WeatherStations FILE");
            System.exit(1);
        }
        Map<String, DoubleSummaryStatistics> stations;
        try (Stream<String> lines = Files.lines(Path.of(args[0]))) {
            stations = lines
                    .filter(line -> line.indexOf(';') > 0)
                    .map(Reading::of)
                    .collect(Collectors.groupingBy(
                            Reading::station,
                            TreeMap::new,
                            Collectors.summarizingDouble(Reading::celsius)));
        }
        stations.forEach((station, s) ->
                System.out.printf("%-24s %6.1f %6.1f %6.1f%n", station, s.getMin(), s.getAverage(), s.getMax()));
        double warmest = stations.values().stream().mapToDouble(DoubleSummaryStatistics::getMax).max().orElse(Double.NaN);
        System.out.println("warmest of all: " + warmest);
    }
}
