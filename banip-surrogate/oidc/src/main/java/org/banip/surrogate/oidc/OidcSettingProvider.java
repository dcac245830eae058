package org.banip.surrogate.oidc;

import java.util.List;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingProvider;

/** Adds the settings of {@link OidcSettings} to those of a host. */
public final class OidcSettingProvider implements SettingProvider {
    /** For the service loader. */
    public OidcSettingProvider() {}

    @Override
    public String server() {
        return "host";
    }

    @Override
    public List<Setting<?>> settings() {
        return OidcSettings.ALL;
    }
}
