package org.banip.mbu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.banip.core.error.ErrorCode;
import org.banip.mbu.netty.front.MultiplexingFront;
import org.banip.mbu.settings.Credentials;
import org.banip.mbu.settings.HttpSettings;
import org.banip.mbu.testhost.Fault;
import org.banip.mbu.testhost.TestHost.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** Several MBUs of one process that talk to the same broker over HTTP/2 or HTTP/3. */
@ParameterizedClass
@ValueSource(strings = {"http2", "http3"})
class SharedConnectionTest extends MbuFixture {
    private static final int MBUS = 5;

    private final List<MobileBaseUnit> mbus = new ArrayList<>();
    private MultiplexingFront front;

    @Parameter
    private String uplink;

    @Override
    String uplink() {
        return uplink;
    }

    @BeforeEach
    void startMbus() throws Exception {
        front = MultiplexingFront.before(host, uplink);
        HttpSettings http = http(front.certificate()).build();
        for (int n = 0; n < MBUS; n++) {
            mbus.add(builder()
                    .broker(front.base())
                    .ban("ban-" + n)
                    .credentials(Credentials.basic("ban-" + n, "secret"))
                    .http(http)
                    .input(TestSensor.ecg())
                    .chain("packetizer(units=10,hold=0)")
                    .start());
        }
    }

    @AfterEach
    @Override
    void nothingIsLeft() throws Exception {
        mbus.forEach(MobileBaseUnit::close);
        soon("the connection is closed").until(() -> front.openConnections() == 0);
        front.close();
        super.nothingIsLeft();
    }

    @Test
    void oneConnectionCarriesAll() throws Exception {
        deliver(0);
        assertThat(front.connections()).isOne();
        assertThat(mbus.stream()
                        .mapToLong(mbu -> mbu.status().link().connections())
                        .sum())
                .isOne();
        mbus.forEach(MobileBaseUnit::close);
        assertThat(requestsOfEndedMbus())
                .allMatch(request -> request.head().toLowerCase(Locale.ROOT).contains("authorization: basic "))
                .extracting(request -> request.head().replaceAll("(?si).*authorization: basic (\\S+).*", "$1"))
                .hasSize(MBUS * 4)
                .satisfies(credentials ->
                        assertThat(credentials.stream().distinct()).hasSize(MBUS));
    }

    @Test
    void itStaysWhenTheMbuThatMadeItEnds() throws Exception {
        deliver(0);
        mbus.remove(0).close();
        deliver(10);
        assertThat(front.connections()).isOne();
    }

    @Test
    void itsBreakIsABreakForAllAndOneConnectionFollows() throws Exception {
        deliver(0);
        front.breakConnections();
        deliver(10);
        assertThat(mbus).allMatch(mbu -> mbu.status().link().resumes() >= 1);
        assertThat(front.connections()).isEqualTo(2);
    }

    @Test
    void aFaultOfOneRequestIsNoneOfTheOthers() throws Exception {
        deliver(0);
        host.breakConnections(); // the front resets each stream, and keeps the connection
        deliver(10);
        assertThat(front.connections()).isOne();
        host.fail(Kind.DATA, Fault.refuse(ErrorCode.STORAGE_UNAVAILABLE).after(1));
        deliver(20);
        assertThat(front.connections()).isOne();
    }

    @Test
    void aRefusalThatDamageOfTheConnectionMayExplainEndsItUnlessTlsGuardsIt() throws Exception {
        deliver(0);
        host.fail(Kind.DATA, Fault.refuse(ErrorCode.MALFORMED_REQUEST).after(1));
        host.breakConnections(); // the front resets each stream, and keeps the connection
        deliver(10);
        boolean guarded = front.base().getScheme().equals("https");
        assertThat(front.connections()).isEqualTo(guarded ? 1 : 2);
    }

    private void deliver(int from) throws InterruptedException {
        for (MobileBaseUnit mbu : mbus) {
            offer(mbu.input("ecg"), from, 10);
        }
        for (MobileBaseUnit mbu : mbus) {
            assertDelivered(mbu);
        }
    }
}
