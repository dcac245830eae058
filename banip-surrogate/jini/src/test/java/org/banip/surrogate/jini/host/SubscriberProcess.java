package org.banip.surrogate.jini.host;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.alert.AlertNotice;
import org.banip.core.ban.Frequency;
import org.banip.core.packet.Gap;
import org.banip.surrogate.api.Disappearance;
import org.banip.surrogate.api.SensorData;
import org.banip.surrogate.api.StartPoint;
import org.banip.surrogate.api.SurrogateDescription;
import org.banip.surrogate.api.SurrogateListener;
import org.banip.surrogate.api.reduction.Reduction;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.client.LookupDirectory;
import org.banip.surrogate.jini.client.SurrogateInterest;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.wire.Patience;

/** A subscriber in a process of its own, which says what it gets. */
final class SubscriberProcess implements AutoCloseable {
    private static final String MARK = "got: ";

    private final Process process;
    private final List<String> got = new CopyOnWriteArrayList<>();
    private final Thread output;

    /** Follows all BANs of a lookup service from {@code now}, {@code beginning}, or numbers with commas between them. */
    SubscriberProcess(LookupAddress lookup, String from, boolean throwing) throws IOException {
        this(lookup, from, throwing, Reduction.NONE);
    }

    /** The same with a reduced feed. */
    SubscriberProcess(LookupAddress lookup, String from, boolean throwing, Reduction reduction) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=" + System.getProperty("logback.configurationFile", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        lookup.toString(),
                        from,
                        Boolean.toString(throwing),
                        String.join(",", reduction.channels()),
                        reduction.rate().map(Frequency::toString).orElse(""),
                        Boolean.toString(reduction.numericsOnly()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        output = new Thread(this::read, "subscriber-process-output");
        output.start();
    }

    private void read() {
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().filter(line -> line.startsWith(MARK)).forEach(line -> got.add(line.substring(MARK.length())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<String> got() {
        return List.copyOf(got);
    }

    /** What it got of packets and gaps. */
    List<String> data() {
        return got.stream()
                .filter(line -> line.startsWith("delivered") || line.startsWith("gap"))
                .toList();
    }

    long missedUnits() {
        return got.stream()
                .filter(line -> line.startsWith("missed "))
                .mapToLong(line -> Long.parseLong(line.substring("missed ".length())))
                .sum();
    }

    void signal(String name) throws Exception {
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("kill -" + name + " exited with " + status);
        }
    }

    /** A packet as it says it. */
    static String line(int group, long sequence, byte[] sets) {
        return "delivered " + group + "/" + sequence + " " + Arrays.hashCode(sets);
    }

    /** The number of a packet that it said. */
    static long sequence(String line) {
        return Long.parseLong(line.substring(line.indexOf('/') + 1, line.lastIndexOf(' ')));
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
        Patience.await().until(() -> !output.isAlive());
    }

    /** What runs in the process. */
    static final class Main {
        private Main() {}

        public static void main(String[] arguments) throws Exception {
            JvmFilter.installForWholeJvm();
            boolean throwing = Boolean.parseBoolean(arguments[2]);
            StartPoint first = start(arguments[1]);
            SurrogateInterest interest = new SurrogateInterest() {
                @Override
                public StartPoint from(SurrogateDescription surrogate, Optional<List<Long>> processed) {
                    boolean stored = first instanceof StartPoint.Stored;
                    return stored && processed.isPresent() ? StartPoint.at(processed.get()) : first;
                }

                @Override
                public SurrogateListener listener(SurrogateDescription surrogate) {
                    return new Saying(throwing);
                }
            };
            try (Transport transport = Transport.loopback()) {
                LookupDirectory directory = new LookupDirectory(LookupAddress.parse(arguments[0]), transport);
                BanSubscriber subscriber = BanSubscriber.builder(directory, transport, interest)
                        .reduction(reduction(arguments[3], arguments[4], arguments[5]))
                        .start();
                try {
                    // Ends with the parent.
                    while (System.in.read() >= 0) {
                        Thread.onSpinWait();
                    }
                } finally {
                    subscriber.close();
                }
            }
        }

        private static Reduction reduction(String channels, String rate, String numerics) {
            return new Reduction(
                    channels.isEmpty() ? List.of() : List.of(channels.split(",", -1)),
                    rate.isEmpty() ? Optional.empty() : Optional.of(Frequency.parse(rate)),
                    Boolean.parseBoolean(numerics));
        }

        private static StartPoint start(String text) {
            return switch (text) {
                case "now" -> StartPoint.now();
                case "beginning" -> StartPoint.beginning();
                default ->
                    StartPoint.at(Arrays.stream(text.split(",", -1))
                            .map(Long::valueOf)
                            .toList());
            };
        }
    }

    /** Says what it gets, and throws then if wanted. */
    private record Saying(boolean throwing) implements SurrogateListener {
        private static final PrintStream OUT =
                new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

        private void say(String what) {
            OUT.println(MARK + what);
            if (throwing) {
                throw new IllegalStateException("on purpose");
            }
        }

        @Override
        public void appeared(SurrogateDescription surrogate) {
            say("appeared " + surrogate.ban().id());
        }

        @Override
        public void delivered(SensorData data) {
            say(line(data.header().group(), data.header().sequence(), data.toByteArray()));
        }

        @Override
        public void gap(SurrogateDescription surrogate, Gap gap) {
            say("gap " + gap.group() + "/" + gap.sequence());
        }

        @Override
        public void missed(SurrogateDescription surrogate, long packets, long units) {
            say("missed " + units);
        }

        @Override
        public void told(SurrogateDescription surrogate, long atNanos, String text) {
            say("told " + text);
        }

        @Override
        public void alert(SurrogateDescription surrogate, AlertNotice step) {
            say("alert " + step.line());
        }

        @Override
        public void disappeared(SurrogateDescription surrogate, Disappearance reason) {
            say("disappeared " + reason.token());
        }
    }
}
