package org.banip.mbu.uplink;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.spi.SteadyClock;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.junit.jupiter.api.Test;

class ClosedUplinkTest {
    /** The thread of a dead path may still want to deregister when the MBU has been closed. That is no fault of the MBU. */
    @Test
    void aClosedUplinkRefusesAnExchangeAsABrokenOneDoes() {
        Uplink uplink = new ChunkedUplink.Factory()
                .open(new UplinkContext(
                        URI.create("http://127.0.0.1:9/"),
                        Credentials.basic("demo", "password"),
                        HttpSettings.builder().build(),
                        SteadyClock.system(),
                        new UplinkContext.Traffic(),
                        ""));
        uplink.close();
        assertThatThrownBy(() -> uplink.deregister("interconnects/1")).isInstanceOf(IOException.class);
    }
}
