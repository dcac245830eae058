package org.banip.surrogate.jini.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import net.jini.core.lookup.ServiceID;
import org.banip.server.settings.Settings;
import org.banip.server.settings.SettingsReader;
import org.banip.surrogate.settings.HostSettings;
import org.junit.jupiter.api.Test;

class HostServiceTest {
    private static ServiceID id(String url) {
        Settings settings = SettingsReader.of(HostSettings.TABLE)
                .options(Map.of("jini", "true", "jini-host-url", url))
                .read();
        return HostService.of(settings).orElseThrow().serviceID;
    }

    @Test
    void idBelongsToTheUrlAndHasAVersionThatJiniKnows() {
        ServiceID id = id("http://127.0.0.1:8081/");

        assertThat(id("http://127.0.0.1:8081/")).isEqualTo(id);
        assertThat(id("http://127.0.0.1:8082/")).isNotEqualTo(id);
        UUID version = new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
        assertThat(version.version()).isEqualTo(4);
        assertThat(version.variant()).isEqualTo(2);
    }
}
