package org.banip.wsb.jini;

import java.util.List;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingProvider;

/** Adds the settings of {@link Lookups} to those of a broker. */
public final class LookupSettingProvider implements SettingProvider {
    /** For the service loader. */
    public LookupSettingProvider() {}

    @Override
    public String server() {
        return "wsb";
    }

    @Override
    public List<Setting<?>> settings() {
        return Lookups.ALL;
    }
}
