package org.banip.app.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import org.banip.surrogate.store.Store;
import org.junit.jupiter.api.Test;

class GatewayStoreTest {
    /** These call another method of the store. */
    private static final List<String> CALLING = List.of("lastKeyPacket(InterconnectRecord, int)");

    @Test
    void everyMethodOfAStoreIsPassedOn() {
        List<String> own = Arrays.stream(GatewayStore.class.getDeclaredMethods())
                .map(GatewayStoreTest::signature)
                .toList();
        assertThat(Arrays.stream(Store.class.getMethods())
                        .map(GatewayStoreTest::signature)
                        .filter(method -> !CALLING.contains(method)))
                .isSubsetOf(own);
    }

    private static String signature(Method method) {
        return method.getName()
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .toList()
                        .toString()
                        .replace('[', '(')
                        .replace(']', ')');
    }
}
