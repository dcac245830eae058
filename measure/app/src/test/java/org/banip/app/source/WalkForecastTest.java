package org.banip.app.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.banip.app.source.Walk.Position;
import org.banip.mbu.spi.PathForecast;
import org.banip.mbu.spi.RadioForecast.AccessPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A device that walks away from an access point. */
class WalkForecastTest {
    private static final long START = 1_000_000_000_000L;
    private static final double NANOS = 1e9;
    private static final List<AccessPoint> POINTS = List.of(new AccessPoint("wifi", 0, 0, 70));
    /** From 10 m on at 1.3 m/s: it leaves the range after 46.15 s. */
    private static final Walk AWAY = new Walk(List.of(new Position(0, 10, 0), new Position(100, 140, 0)));

    @TempDir
    private Path directory;

    private static double secondsLeft(WalkForecast forecast, double seconds) {
        return forecast.nanosLeft("wifi", START + Math.round(seconds * NANOS)) / NANOS;
    }

    @Test
    void theEndIsForeseenWhileItWalks() {
        WalkForecast forecast = new WalkForecast(AWAY, POINTS);
        assertThat(forecast.nanosLeft("wifi", START)).isEqualTo(PathForecast.NO_END);
        WalkForecast begun = forecast.begin(START);
        for (double at = 0; at < 30; at += 0.02) {
            double unused = secondsLeft(begun, at);
        }
        assertThat(secondsLeft(begun, 30)).isCloseTo(16.15, within(0.2));
        assertThat(begun.nanosLeft("lte", START)).isEqualTo(PathForecast.NO_END);
    }

    @Test
    void whoAsksSeldomGetsTheSameAnswer() {
        WalkForecast forecast = new WalkForecast(AWAY, POINTS).begin(START);
        assertThat(secondsLeft(forecast, 40)).isCloseTo(6.15, within(0.2));
        assertThat(secondsLeft(forecast, 3000)).as("it stands out of range").isZero();
    }

    @Test
    void whatCameBeforeTheStartCounts() {
        Walk since = new Walk(List.of(new Position(-7, 0.9, 0), new Position(10, 23, 0)));
        WalkForecast forecast = new WalkForecast(since, List.of(new AccessPoint("wifi", 0, 0, 12.6))).begin(START);
        for (double at = 0; at < 1.5; at += 0.02) {
            double unused = secondsLeft(forecast, at);
        }
        assertThat(secondsLeft(forecast, 1.5)).isCloseTo(0.5, within(0.1));
    }

    @Test
    void positionsComeFromAFile() throws Exception {
        Path file = directory.resolve("walk");
        Files.writeString(file, "# seconds x y\n\n-1 0 0\n 1\t10 -4 \n2 10 0\n");
        Walk walk = Walk.read(file);
        assertThat(walk.at(-5)).isEqualTo(new Position(-5, 0, 0));
        assertThat(walk.at(0)).isEqualTo(new Position(0, 5, -2));
        assertThat(walk.at(1.5)).isEqualTo(new Position(1.5, 10, -2));
        assertThat(walk.at(9)).isEqualTo(new Position(9, 10, 0));
        Files.writeString(file, "0 0 0\n1 0\n");
        assertThatThrownBy(() -> Walk.read(file)).hasMessageEndingWith("walk, line 2: '1 0' is not SECONDS X Y");
        Files.writeString(file, "0 0 x\n");
        assertThatThrownBy(() -> Walk.read(file)).hasMessageContaining("walk, line 1: ");
        Files.writeString(file, "0 0 NaN\n");
        assertThatThrownBy(() -> Walk.read(file)).hasMessageContaining("must be numbers");
        Files.writeString(file, "1 0 0\n1 1 1\n");
        assertThatThrownBy(() -> Walk.read(file)).hasMessageContaining("must be later than the one before");
        Files.writeString(file, "#\n");
        assertThatThrownBy(() -> Walk.read(file)).hasMessageEndingWith("walk: a walk needs a position");
    }
}
