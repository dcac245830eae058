package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Netty's buffers are released on every way through an uplink. The module's tests run with Netty's paranoid detection. */
class LeakTest extends MbuFixture {
    private String uplink = "";

    @Override
    String uplink() {
        return uplink;
    }

    @ParameterizedTest
    @MethodSource("org.banip.mbu.UplinkContract#uplinks")
    void noBufferLeaks(String name) throws Exception {
        List<String> leaks = new CopyOnWriteArrayList<>();
        ByteBufUtil.setLeakListener((kind, records) -> leaks.add(kind + " " + records));
        try {
            uplink = name;
            for (int round = 0; round < 3; round++) {
                host.fail(
                        Kind.DATA,
                        Fault.cutAfter(300 * round),
                        Fault.dropAnswer(),
                        Fault.refuse(ErrorCode.STORAGE_UNAVAILABLE),
                        Fault.answer(ErrorCode.STORAGE_UNAVAILABLE).after(50));
                try (MobileBaseUnit mbu = ecg(720).ban("ban-" + round).start()) {
                    assertDelivered(mbu);
                }
            }
            for (int i = 0; i < 10; i++) {
                System.gc(); // the detection finds buffers that were collected without being released
                PooledByteBufAllocator.DEFAULT.buffer().release();
            }
            assertThat(leaks).isEmpty();
        } finally {
            ByteBufUtil.setLeakListener((kind, records) -> {});
        }
    }
}
