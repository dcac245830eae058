package org.banip.app.option;

import java.time.Duration;
import org.banip.core.interconnect.ReorderWindow;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converters for numbers on the command line, with their ranges. */
public final class Ranges {
    private static final double NANOS_PER_SECOND = 1e9;

    private Ranges() {}

    private static double number(String value, double min, double max, String allowed) {
        try {
            double number = Double.parseDouble(value);
            if (number >= min && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw refused(value, allowed);
        }
        throw refused(value, allowed);
    }

    private static TypeConversionException refused(String value, String allowed) {
        return new TypeConversionException("'" + value + "' is not allowed; allowed is " + allowed);
    }

    private static Duration seconds(String value, double min, int max) {
        String allowed = "a number of seconds from " + min + " to " + max;
        return Duration.ofNanos(Math.round(number(value, min, max, allowed) * NANOS_PER_SECOND));
    }

    /** Seconds, with or without decimals. */
    public static final class Seconds implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            double seconds = number(value, 0.001, 1e9, "a number of seconds from 0.001 to 1000000000");
            return Duration.ofNanos((long) (seconds * NANOS_PER_SECOND));
        }
    }

    /** After how many seconds a path is left. */
    public static final class DetectSeconds implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            return seconds(value, 0.01, 60);
        }
    }

    /** After how many seconds a path is used again. */
    public static final class ReturnSeconds implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            return seconds(value, 0.1, 600);
        }
    }

    /** A share in percent. */
    public static final class Percent implements ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            return number(value, 0, 100, "a number of percent from 0 to 100");
        }
    }

    /** An amount of bytes. */
    public static final class Bytes implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            return (long) number(value, 1, 1e12, "a number of bytes from 1 to 1000000000000");
        }
    }

    /** Bytes of a reorder window. */
    public static final class WindowBytes implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return (int) number(
                    value, 1, ReorderWindow.MOST_BYTES, "a number of bytes from 1 to " + ReorderWindow.MOST_BYTES);
        }
    }

    /** The time of a reorder window, in seconds. */
    public static final class WindowSeconds implements ITypeConverter<Duration> {
        @Override
        public Duration convert(String value) {
            long most = ReorderWindow.LONGEST.toSeconds();
            double seconds = number(value, 0.001, (double) most, "a number of seconds from 0.001 to " + most);
            return Duration.ofNanos((long) (seconds * NANOS_PER_SECOND));
        }
    }

    /** A number of parallel runs. */
    public static final class Several implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return (int) number(value, 1, 48, "a number from 1 to 48");
        }
    }

    /** A number of packets. */
    public static final class Packets implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            return (int) number(value, 3, 10_000, "a number of packets from 3 to 10000");
        }
    }

    /** Seconds of signal per second. */
    public static final class Speed implements ITypeConverter<Double> {
        @Override
        public Double convert(String value) {
            return number(value, 0.01, 10_000, "a number from 0.01 to 10000; 1 is real time");
        }
    }

    /** A TCP port. */
    public static final class Port implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            try {
                int port = Integer.parseInt(value);
                if (port >= 0 && port <= 65_535) {
                    return port;
                }
            } catch (NumberFormatException e) {
                throw refused(value, "a port from 0 to 65535; 0 is any free port");
            }
            throw refused(value, "a port from 0 to 65535; 0 is any free one");
        }
    }
}
