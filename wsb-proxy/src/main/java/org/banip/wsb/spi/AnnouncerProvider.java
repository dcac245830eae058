package org.banip.wsb.spi;

import java.util.Optional;
import org.banip.server.listen.Listening;
import org.banip.server.settings.Settings;

/**
 * Tells the network where a stand-alone broker is, if an operator's settings ask for it. Found by {@link java.util.ServiceLoader} on the broker's class
 * path; a {@link org.banip.server.settings.SettingProvider} adds the settings.
 */
public interface AnnouncerProvider {
    /** A broker that is being announced. */
    interface Announcement extends AutoCloseable {
        /** Takes it back, as far as the network can be reached, and ends. */
        @Override
        void close();
    }

    /**
     * Begins to announce a broker that accepts connections; empty if the settings do not ask for it.
     *
     * @param settings all settings of the broker
     * @param where how it listens
     * @param port at which it listens
     * @throws IllegalArgumentException if a setting is wrong, or the broker does not listen where it is to be announced
     * @throws java.io.UncheckedIOException if the network does not allow it
     */
    Optional<Announcement> announce(Settings settings, Listening where, int port);
}
