package org.banip.surrogate.alert;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.settings.AlertSettings;

/** The ways in which a host can tell contacts. Any thread. */
final class Senders implements AutoCloseable {
    /** Nobody can be told. */
    static final Senders NONE = new Senders(Optional.empty(), new MbuSender(List::of));

    private final Optional<Sender> webhooks;
    private final MbuSender mbus;

    private Senders(Optional<Sender> webhooks, MbuSender mbus) {
        this.webhooks = webhooks;
        this.mbus = mbus;
    }

    /** As the operator set them; without contacts there is nobody to be told. */
    static Senders of(AlertSettings settings, Supplier<List<SurrogateHandle>> surrogates) {
        return new Senders(
                settings.contacts().map(file -> new WebhookClient(settings)),
                settings.contacts().isPresent() ? new MbuSender(surrogates) : NONE.mbus);
    }

    Sender of(Contact contact) {
        return contact.way() instanceof Way.Wearer ? mbus : webhooks.orElseThrow();
    }

    /** The BANs whose MBUs can be told now. */
    Set<String> mbus() {
        return mbus.here().keySet();
    }

    @Override
    public void close() {
        webhooks.ifPresent(Sender::close);
    }
}
