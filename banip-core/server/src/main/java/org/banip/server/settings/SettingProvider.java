package org.banip.server.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Adds settings of an extension to a server's table. {@link ServiceLoader} finds implementations, so that a server reads such settings where the
 * extension is on its class path, and reports them as unknown elsewhere.
 */
public interface SettingProvider {
    /** The server whose table it adds to, {@code host} for example. */
    String server();

    /** The settings, in the order of documentation; their names begin with the extension's. */
    List<Setting<?>> settings();

    /** The settings that all these providers add to a server's table, in the order of the providers' class names. */
    static List<Setting<?>> of(String server, ServiceLoader<SettingProvider> installed) {
        List<Setting<?>> all = new ArrayList<>();
        installed.stream()
                .sorted(java.util.Comparator.comparing(
                        provider -> provider.type().getName()))
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.server().equals(server))
                .forEach(provider -> all.addAll(provider.settings()));
        return all;
    }
}
