package org.banip.surrogate.alert;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Supplier;
import org.banip.surrogate.alert.spi.MailerProvider;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.settings.AlertSettings;
import org.banip.surrogate.settings.MailSettings;

/** The ways in which a host can tell contacts. Any thread. */
final class Senders implements AutoCloseable {
    private final Optional<Sender> webhooks;
    private final Optional<Sender> mails;
    private final MbuSender mbus;

    private Senders(Optional<Sender> webhooks, Optional<Sender> mails, MbuSender mbus) {
        this.webhooks = webhooks;
        this.mails = mails;
        this.mbus = mbus;
    }

    /**
     * As the operator set them; without contacts there is nobody to be told.
     *
     * @throws IllegalArgumentException if there is a mail server, and nothing on the class path that sends e-mails
     */
    static Senders of(AlertSettings settings, Supplier<List<SurrogateHandle>> surrogates) {
        boolean anybody = settings.contacts().isPresent();
        return new Senders(
                settings.contacts().map(file -> new WebhookClient(settings)),
                settings.mail().filter(mail -> anybody).map(Senders::mail),
                new MbuSender(anybody ? surrogates : List::of));
    }

    private static Sender mail(MailSettings settings) {
        MailerProvider provider = ServiceLoader.load(MailerProvider.class, Senders.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "alert-mail-server is set, and banip-surrogate-mail is not on the class path"));
        return new MailSender(provider.open(settings), settings);
    }

    Sender of(Contact contact) {
        if (contact.way() instanceof Way.Wearer) {
            return mbus;
        }
        return (contact.way() instanceof Way.Email ? mails : webhooks).orElseThrow();
    }

    /** The BANs whose MBUs can be told now. */
    Set<String> mbus() {
        return mbus.here().keySet();
    }

    @Override
    public void close() {
        webhooks.ifPresent(Sender::close);
        mails.ifPresent(Sender::close);
    }
}
