package org.banip.wsb.announce;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.banip.server.listen.Listening;
import org.banip.server.settings.Settings;
import org.banip.wsb.spi.AnnouncerProvider;

/** Announces a broker by DNS-SD if its settings say where. */
public final class DnsSdAnnouncerProvider implements AnnouncerProvider {
    /** For the service loader. */
    public DnsSdAnnouncerProvider() {}

    @Override
    public Optional<Announcement> announce(Settings settings, Listening where, int port) {
        return AnnounceSettings.of(settings, where)
                .map(wanted -> begun(wanted, where.tls().isPresent() ? "https" : "http", port, Responder.PORT));
    }

    /** @param multicastPort that of multicast DNS, or another one for tests */
    static Announcement begun(AnnounceSettings wanted, String scheme, int port, int multicastPort) {
        List<Responder> responders = new ArrayList<>();
        Announcement announcement = () -> responders.forEach(Responder::close);
        for (InetAddress address : wanted.addresses()) {
            try {
                Announced announced = new Announced(wanted.name(), port, scheme, address);
                responders.add(Responder.start(announced, address, multicastPort));
            } catch (IOException e) {
                announcement.close();
                throw new UncheckedIOException(
                        "the broker cannot be announced at " + address.getHostAddress() + ": " + e.getMessage(), e);
            }
        }
        return announcement;
    }
}
