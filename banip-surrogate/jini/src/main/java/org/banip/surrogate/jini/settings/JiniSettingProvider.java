package org.banip.surrogate.jini.settings;

import java.util.List;
import org.banip.server.settings.Setting;
import org.banip.server.settings.SettingProvider;

/** Adds the settings of Jini to those of a host. */
public final class JiniSettingProvider implements SettingProvider {
    /** For the service loader. */
    public JiniSettingProvider() {}

    @Override
    public String server() {
        return "host";
    }

    @Override
    public List<Setting<?>> settings() {
        return JiniSettings.ALL;
    }
}
