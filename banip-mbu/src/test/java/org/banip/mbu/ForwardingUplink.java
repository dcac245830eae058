package org.banip.mbu;

import java.io.IOException;
import java.util.function.Function;
import org.banip.mbu.spi.FrameSource;
import org.banip.mbu.spi.Uplink;
import org.banip.mbu.spi.UplinkContext;
import org.banip.mbu.spi.UplinkFactory;

/** Passes all calls on to another uplink. A test overrides the call in which its fault happens. */
class ForwardingUplink implements Uplink {
    /**
     * Makes an uplink for a test.
     *
     * @param opens makes the uplink for a context
     */
    record Factory(String name, String description, Function<UplinkContext, Uplink> opens) implements UplinkFactory {
        @Override
        public Uplink open(UplinkContext context) {
            return opens.apply(context);
        }
    }

    private final Uplink uplink;

    ForwardingUplink(Uplink uplink) {
        this.uplink = uplink;
    }

    @Override
    public String register(String document) throws IOException {
        return uplink.register(document);
    }

    @Override
    public void carry(FrameSource frames) throws IOException, InterruptedException {
        uplink.carry(frames);
    }

    @Override
    public void deregister(String surrogate) throws IOException {
        uplink.deregister(surrogate);
    }

    @Override
    public void close() {
        uplink.close();
    }
}
