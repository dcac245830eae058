package org.banip.wsb.spi;

import org.banip.server.settings.Settings;

/**
 * Opens a kind of {@link HostDirectory} that an operator chose by the setting {@code host-directory}. Found by {@link java.util.ServiceLoader} on the
 * broker's class path or in its WAR.
 */
public interface HostDirectoryProvider {
    /** Its name in the setting, for example {@code jini}: letters, digits and {@code -}. */
    String name();

    /**
     * Opens a directory. May wait some seconds until the hosts are known: an MBU whose host is not known yet registers again, at another one.
     *
     * @param argument what follows the name and a colon in the setting, empty if nothing does
     * @param settings all settings of the broker; a {@link org.banip.server.settings.SettingProvider} adds the directory's own
     * @throws IllegalArgumentException if the argument or a setting is wrong
     */
    HostDirectory open(String argument, Settings settings);
}
