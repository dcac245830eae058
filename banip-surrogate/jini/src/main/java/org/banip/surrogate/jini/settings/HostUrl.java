package org.banip.surrogate.jini.settings;

import java.net.URI;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingType;

/** Where brokers reach this host, for those that look for hosts over Jini. */
public final class HostUrl {
    /** The URL; without it the host does not register itself. */
    public static final Setting<URI> SETTING = Setting.optional(
            "jini-host-url",
            SettingType.url(),
            "brokers do not find this host",
            "with jini: register this host for brokers that look for hosts over Jini, at this base URL");

    private HostUrl() {}
}
