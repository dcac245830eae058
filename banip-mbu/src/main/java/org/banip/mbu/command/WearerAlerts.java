package org.banip.mbu.command;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import org.banip.core.alert.AlertListener;
import org.banip.core.alert.AlertNotice;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the app the steps of alerts that the host sends for the wearer, by the command {@code banip.alert} (docs/graded-alerts.md, "The wearer"), each
 * once in a process. {@link #read} on any thread, {@link #tell} on the thread {@code banip-alert}.
 */
public final class WearerAlerts {
    /** Name of the command. */
    public static final String COMMAND = "banip.alert";

    private static final int MOST_KNOWN = 1024;
    private static final Logger LOG = LoggerFactory.getLogger(WearerAlerts.class);

    private final AlertListener listener;
    /** The newest steps that were told, the oldest of them first. */
    private final Set<AlertNotice> known = new LinkedHashSet<>();

    /** Nothing was told yet. */
    public WearerAlerts(AlertListener listener) {
        this.listener = listener;
    }

    /**
     * The step in the argument of a command.
     *
     * @throws BanipException {@code MALFORMED_REQUEST} or {@code TOO_LONG} if it is none
     */
    public static AlertNotice read(byte[] argument) {
        try {
            return AlertNotice.parse(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(argument))
                    .toString());
        } catch (CharacterCodingException e) {
            throw new BanipException(ErrorCode.MALFORMED_REQUEST, "the step of an alert is not UTF-8", e);
        }
    }

    /**
     * Tells a step, unless it is known.
     *
     * @throws IllegalStateException if the listener failed
     */
    public void tell(AlertNotice step) {
        if (known.contains(step)) {
            return;
        }
        try {
            listener.told(step);
        } catch (RuntimeException e) {
            LOG.error("the listener of alerts failed", e);
            throw new IllegalStateException("the listener of alerts failed", e);
        }
        known.add(step);
        if (known.size() > MOST_KNOWN) {
            known.remove(known.iterator().next());
        }
    }
}
