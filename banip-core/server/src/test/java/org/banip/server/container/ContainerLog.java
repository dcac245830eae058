package org.banip.server.container;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import java.util.regex.Pattern;

/**
 * What a container and its web application logged at WARN or above. Both log through {@code java.util.logging}, which is the JVM's, whichever
 * class loader they have. Closing it fails if there is a line that is not expected.
 */
public final class ContainerLog extends Handler implements Closeable {
    /**
     * A line that a test causes.
     *
     * @param line its whole message
     * @param reason why it is right
     */
    public record Expected(Pattern line, String reason) {
        /**
         * An expectation; {@code line} is a regular expression. A dot stands for no line break: a second line, which a peer may have forged, is
         * unexpected.
         */
        public Expected(String line, String reason) {
            this(Pattern.compile(line), reason);
        }
    }

    /** What containers say by themselves. */
    private static final List<Expected> OF_CONTAINERS = List.of(
            new Expected(
                    "(?s)handleException \\S+ org.eclipse.jetty.io.EofException: the answer cannot be ended in order, .*",
                    "Jetty says so of every connection that a web application breaks; it offers no quieter way"),
            new Expected(
                    "The JSSE TLS 1\\.3 implementation does not support post handshake authentication .*",
                    "Tomcat says so where a certificate is optional; BANip's clients show theirs in the handshake"),
            new Expected("Creation of SecureRandom instance .* took .*", "Tomcat on a busy machine"),
            new Expected(
                    "(?s)You need to add \"--add-opens=.*",
                    "Tomcat's start script opens these packages, so that leaks are found when it stops; the test's JVM does not"));

    /**
     * Tomcat's own races: an event of the connection reaches a request while another thread breaks or completes it, and Tomcat logs an exception of
     * its state machine. The web application is not called, so no class of it is on the stack; it can neither cause nor prevent it. The request ends
     * as it must.
     */
    private static final Pattern RACE_OF_TOMCAT =
            Pattern.compile("Calling \\[\\w+\\(\\)] is not valid for a request with Async state \\[\\w+]");

    private final Logger root = Logger.getLogger("");
    private final Formatter format = new SimpleFormatter();
    private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();

    private final List<Expected> expected = new ArrayList<>(OF_CONTAINERS);

    /** Listens from now on; the lines that the web application may log beside those of every container. */
    public ContainerLog(List<Expected> ofApplication) {
        expected.addAll(ofApplication);
        setLevel(Level.WARNING);
        root.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
        if (isLoggable(line) && !isExpected(line)) {
            unexpected.add(format.format(line));
        }
    }

    private static boolean isRaceOfTomcat(LogRecord line) {
        return String.valueOf(line.getLoggerName()).startsWith("org.apache.coyote.")
                && line.getThrown() instanceof IllegalStateException thrown
                && RACE_OF_TOMCAT.matcher(String.valueOf(thrown.getMessage())).matches()
                && Arrays.stream(thrown.getStackTrace())
                        .map(StackTraceElement::getClassName)
                        .allMatch(name -> name.startsWith("org.apache.") || name.startsWith("java."));
    }

    private boolean isExpected(LogRecord line) {
        if (isRaceOfTomcat(line)) {
            return true;
        }
        if (line.getThrown() != null || line.getLevel().intValue() > Level.WARNING.intValue()) {
            return false;
        }
        String message = format.formatMessage(line);
        for (Expected one : expected) {
            if (one.line.matcher(message).matches()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        root.removeHandler(this);
        assertThat(unexpected).as("logged at WARN or above").isEmpty();
    }
}
