package org.banip.wsb.jwt;

import java.util.List;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingProvider;

/** Adds the settings of {@link TokenSettings} to those of a broker. */
public final class TokenSettingProvider implements SettingProvider {
    /** For the service loader. */
    public TokenSettingProvider() {}

    @Override
    public String server() {
        return "wsb";
    }

    @Override
    public List<Setting<?>> settings() {
        return TokenSettings.ALL;
    }
}
