package org.banip.wsb.announce;

import java.util.List;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingProvider;

/** Adds the settings of {@link AnnounceSettings} to those of a broker. */
public final class AnnounceSettingProvider implements SettingProvider {
    /** For the service loader. */
    public AnnounceSettingProvider() {}

    @Override
    public String server() {
        return "wsb";
    }

    @Override
    public List<Setting<?>> settings() {
        return AnnounceSettings.ALL;
    }
}
