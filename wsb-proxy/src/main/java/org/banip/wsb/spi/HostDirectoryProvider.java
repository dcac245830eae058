package org.banip.wsb.spi;

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
     * @throws IllegalArgumentException if the argument is wrong
     */
    HostDirectory open(String argument);
}
