package org.banip.app.option;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.banip.app.source.Walk;
import org.banip.app.source.WalkForecast;
import org.banip.mbu.MobileBaseUnitBuilder;
import org.banip.mbu.spi.RadioForecast;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for how long the paths of an MBU last. */
public final class ForecastOptions {
    @Option(
            names = "--access-points",
            paramLabel = "FILE",
            description =
                    "File with a line PATH X Y RANGE, in metres, for each access point: a path is left before the device is out of its"
                            + " range (docs/paths.md). Needs --positions. Default: no end of a path is foreseen.")
    private @Nullable Path accessPoints;

    @Option(
            names = "--positions",
            paramLabel = "FILE",
            description =
                    "File with lines SECONDS X Y: where the device is, in metres, at these times since the start. It goes straight from"
                            + " one to the next. Needs --access-points. Default: none.")
    private @Nullable Path positions;

    /**
     * Configures the forecast; second 0 of the positions is now.
     *
     * @param paths their names
     * @throws IllegalArgumentException if a file is missing or wrong
     */
    public void configure(MobileBaseUnitBuilder builder, List<String> paths, long nowNanos) {
        if (accessPoints == null && positions == null) {
            return;
        }
        if (accessPoints == null || positions == null) {
            throw new IllegalArgumentException("--access-points and --positions need each other");
        }
        try {
            List<RadioForecast.AccessPoint> points = RadioForecast.read(accessPoints);
            points.forEach(point -> requirePath(point.path(), paths));
            builder.forecast(new WalkForecast(Walk.read(positions), points).begin(nowNanos));
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("there is no file " + e.getMessage(), e);
        } catch (IOException e) {
            throw new IllegalArgumentException("a file cannot be read: " + e, e);
        }
    }

    private static void requirePath(String name, List<String> paths) {
        if (!paths.contains(name)) {
            throw new IllegalArgumentException(
                    "--access-points has path '" + name + "', which is not one of --path: " + paths);
        }
    }
}
