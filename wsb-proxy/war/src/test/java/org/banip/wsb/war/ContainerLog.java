package org.banip.wsb.war;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
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
final class ContainerLog extends Handler implements Closeable {
    /** A line that the tests cause, and why it is right. */
    private record Expected(Pattern line, String reason) {
        Expected(String line, String reason) {
            this(Pattern.compile(line, Pattern.DOTALL), reason);
        }
    }

    private static final Expected[] EXPECTED = {
        new Expected("\\S+ log-in from 127\\.0\\.0\\.1 refused: .*", "an MBU showed no or wrong credentials"),
        new Expected("\\S+ refused: .*", "an MBU's request was at fault, or beyond a limit"),
        new Expected("- cannot relay to http://127\\.0\\.0\\.1:.*", "the test's host is down, or refuses the token"),
        new Expected("\\S+ connection to http://127\\.0\\.0\\.1:\\S+ broke: .*", "the test's host broke a connection"),
        new Expected("\\S+ nothing moved for PT3S, the connection ends", "the test keeps silent for that"),
        new Expected(
                "handleException /wsb/interconnects/\\S+ org.eclipse.jetty.io.EofException: the answer cannot be ended in order, .*",
                "Jetty says so of every connection that a web application breaks; it offers no quieter way"),
        new Expected("Creation of SecureRandom instance .* took .*", "Tomcat on a busy machine"),
        new Expected(
                "You need to add \"--add-opens=.*",
                "Tomcat's start script opens these packages, so that leaks are found when it stops; the test's JVM does not"),
    };

    private final Logger root = Logger.getLogger("");
    private final Formatter format = new SimpleFormatter();
    private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();

    ContainerLog() {
        setLevel(Level.WARNING);
        root.addHandler(this);
    }

    @Override
    public void publish(LogRecord line) {
        if (isLoggable(line) && !isExpected(line)) {
            unexpected.add(format.format(line));
        }
    }

    private boolean isExpected(LogRecord line) {
        if (line.getThrown() != null || line.getLevel().intValue() > Level.WARNING.intValue()) {
            return false;
        }
        String message = format.formatMessage(line);
        for (Expected expected : EXPECTED) {
            if (expected.line.matcher(message).matches()) {
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
