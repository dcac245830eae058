package org.banip.mbu.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.banip.mbu.settings.PathLoss;
import org.banip.mbu.spi.RadioForecast.AccessPoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The walk of Okunishi et al. (2022): from 10 m on, away from the access point at 1.3 m/s, which reaches 70 m. */
class RadioForecastTest {
    private static final long SEED = 20221;
    private static final double START = 10;
    private static final double SPEED = 1.3;
    private static final double RANGE = 70;
    private static final double TENTH = 0.1;
    /** An exponent of 3 and a threshold of -91 dBm, as there; the power is that which gives the range. */
    private static final PathLoss RADIO = new PathLoss(0, 35.65, 3, -91);

    private long nowNanos = 1_000_000_000_000L;
    private final RadioForecast forecast = new RadioForecast(RADIO, () -> nowNanos);

    private double secondsLeft() {
        return forecast.nanosLeft("wifi", nowNanos) / 1e9;
    }

    private static double truth(double seconds) {
        return (RANGE - START) / SPEED - seconds;
    }

    private interface Report {
        void at(double metres);
    }

    /** Walks until this second, with ten reports a second. */
    private void walk(double from, double to, Report report) {
        for (int tenth = (int) Math.round(from / TENTH); tenth < Math.round(to / TENTH); tenth++) {
            nowNanos += 100_000_000L;
            report.at(START + SPEED * tenth * TENTH);
        }
    }

    @Test
    void theRangeIsThatOfThePathLoss() {
        assertThat(RADIO.rangeMetres()).isCloseTo(RANGE, within(0.1));
        assertThat(RADIO.metres(RADIO.signalDbm(25))).isCloseTo(25, within(1e-9));
        assertThat(PathLoss.WIFI.rangeMetres()).isCloseTo(100, within(1e-9));
    }

    @Test
    void questionsBetweenTwoReportsLookAtTheAccessPointsOnce() {
        forecast.accessPoints(List.of(new AccessPoint("wifi", 0, 0, RANGE), new AccessPoint("lte", 0, 0, 1000)));
        Report report = metres -> forecast.position(metres, 0);
        walk(0, 20, report);
        double left = secondsLeft();
        long walks = forecast.walks();
        for (int i = 0; i < 1000; i++) {
            nowNanos += 10_000;
            assertThat(forecast.nanosLeft("lte", nowNanos)).isGreaterThan(forecast.nanosLeft("wifi", nowNanos));
        }
        assertThat(forecast.walks() - walks).as("one for the other path").isEqualTo(1);
        assertThat(secondsLeft()).isCloseTo(left - 0.01, within(1e-6));
        nowNanos += 10_000_000;
        assertThat(secondsLeft()).isCloseTo(left - 0.02, within(1e-6));
        assertThat(forecast.walks() - walks).as("20 ms later").isEqualTo(2);
        walk(20, 20.1, report);
        assertThat(secondsLeft()).isCloseTo(truth(20.1), within(2.0));
        assertThat(forecast.walks() - walks).as("after a report").isEqualTo(3);
    }

    @Test
    void positionsTellWhenThePathIsLost() {
        forecast.accessPoints(List.of(new AccessPoint("wifi", 0, 0, RANGE)));
        assertThat(forecast.nanosLeft("wifi", nowNanos)).isEqualTo(PathForecast.NO_END);
        Report report = metres -> forecast.position(metres, 0);
        walk(0, 5, report);
        assertThat(secondsLeft()).isCloseTo(truth(5), within(5.0));
        walk(5, 40, report);
        assertThat(secondsLeft()).isCloseTo(truth(40), within(0.3));
        walk(40, 50, report);
        assertThat(secondsLeft()).as("out of range").isZero();
        assertThat(forecast.nanosLeft("lte", nowNanos)).isEqualTo(PathForecast.NO_END);
    }

    @Test
    void noisySignalsTellItLessExactly() {
        Random noise = new Random(SEED);
        Report report = metres -> forecast.signal("wifi", RADIO.signalDbm(metres) + noise.nextGaussian());
        walk(0, 20, report);
        for (int second = 20; second < 45; second++) {
            assertThat(secondsLeft())
                    .as("after %d s, seed %d", second, SEED)
                    .isBetween(truth(second) * 0.6 - 2, truth(second) * 1.5 + 2);
            walk(second, second + 1, report);
        }
    }

    @Test
    void aDeviceThatStandsOrComesNearerIsNotLost() {
        forecast.accessPoints(List.of(new AccessPoint("wifi", 0, 0, RANGE)));
        for (int second = 0; second < 20; second++) {
            nowNanos += 1_000_000_000L;
            forecast.position(40, 0);
        }
        assertThat(forecast.nanosLeft("wifi", nowNanos)).isEqualTo(PathForecast.NO_END);
        for (int second = 0; second < 20; second++) {
            nowNanos += 1_000_000_000L;
            forecast.position(40 - second, 0);
        }
        assertThat(forecast.nanosLeft("wifi", nowNanos)).isEqualTo(PathForecast.NO_END);
    }

    @Test
    void theAccessPointThatLastsLongestCounts() {
        forecast.accessPoints(
                List.of(new AccessPoint("wifi", 0, 0, RANGE), new AccessPoint("wifi", 200, 0, RANGE + 100)));
        walk(0, 60, metres -> forecast.position(metres, 0));
        assertThat(forecast.nanosLeft("wifi", nowNanos)).isEqualTo(PathForecast.NO_END);
    }

    @Test
    void reportsWithoutADistanceAndInBurstsSayNothing() {
        forecast.signal("wifi", -60);
        nowNanos += 1_000_000_000L;
        forecast.signal("wifi", Double.NaN);
        forecast.signal("wifi", Double.NEGATIVE_INFINITY);
        nowNanos += 1_000_000L;
        forecast.signal("wifi", -60);
        nowNanos += 1_000_000L;
        forecast.signal("wifi", -70); // was held up
        assertThat(forecast.nanosLeft("wifi", nowNanos)).isEqualTo(PathForecast.NO_END);
        nowNanos += 11_000_000_000L;
        forecast.signal("wifi", -95);
        assertThat(secondsLeft()).isZero();
    }

    @Test
    void whatWasReportedLongAgoIsForgotten() {
        forecast.signal("wifi", -95);
        assertThat(secondsLeft()).isZero();
        nowNanos += 11_000_000_000L;
        assertThat(forecast.nanosLeft("wifi", nowNanos)).isEqualTo(PathForecast.NO_END);
    }

    @Test
    void accessPointsComeFromAFile(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("points");
        Files.writeString(file, "# path x y range\n\nwifi 0 -2.5 70\n lan\t1 2 3 \n");
        assertThat(RadioForecast.read(file))
                .containsExactly(new AccessPoint("wifi", 0, -2.5, 70), new AccessPoint("lan", 1, 2, 3));
        Files.writeString(file, "wifi 0 0 70\nwifi 0 0\n");
        assertThatThrownBy(() -> RadioForecast.read(file))
                .hasMessageContaining("points, line 2: 'wifi 0 0' is not PATH X Y RANGE");
        Files.writeString(file, "wifi 0 0 -70\n");
        assertThatThrownBy(() -> RadioForecast.read(file)).hasMessageContaining("line 1: access point of path wifi");
    }

    @Test
    void aPathLossHasBounds() {
        assertThatThrownBy(() -> new PathLoss(0, 40, 0.5, -91)).hasMessageContaining("exponent 0.5");
        assertThatThrownBy(() -> new PathLoss(0, 40, 3, -39)).hasMessageContaining("threshold -39.0");
        assertThatThrownBy(() -> new PathLoss(Double.NaN, 40, 3, -91)).hasMessageContaining("power NaN");
    }
}
