package org.banip.mbu;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import org.banip.core.alert.AlertListener;
import org.banip.core.alert.AlertNotice;
import org.banip.mbu.spi.CommandHandler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the app the steps of alerts that the host sends for the wearer, by the command {@code banip.alert} (docs/graded-alerts.md, "The wearer"), each
 * once in a process. Other commands are the app's. On the thread {@code banip-command}.
 */
final class WearerAlerts implements CommandHandler {
    static final String COMMAND = "banip.alert";

    private static final int MOST_KNOWN = 1024;
    private static final Logger LOG = LoggerFactory.getLogger(WearerAlerts.class);
    private static final byte[] DONE = {};

    private final @Nullable AlertListener listener;
    private final @Nullable CommandHandler others;
    /** The newest steps that were told, the oldest of them first. */
    private final Set<AlertNotice> known = new LinkedHashSet<>();

    private WearerAlerts(@Nullable AlertListener listener, @Nullable CommandHandler others) {
        this.listener = listener;
        this.others = others;
    }

    /** The handler of all commands; empty if the app takes none. */
    static Optional<CommandHandler> before(@Nullable AlertListener listener, @Nullable CommandHandler others) {
        return listener == null && others == null ? Optional.empty() : Optional.of(new WearerAlerts(listener, others));
    }

    @Override
    public byte[] handle(String name, byte[] argument) throws Exception {
        if (name.equals(COMMAND)) {
            tell(argument);
            return DONE;
        }
        if (others == null) {
            throw new IllegalArgumentException("this MBU takes no commands of its app, so not '" + name + "' either");
        }
        return others.handle(name, argument);
    }

    private void tell(byte[] argument) throws CharacterCodingException {
        if (listener == null) {
            throw new IllegalStateException("this MBU has no listener of alerts");
        }
        AlertNotice step = AlertNotice.parse(StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(argument))
                .toString());
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
