function validate( schema,
        value,
        path = '$',
        errors = [] ) {
    const report = ( message ) => errors.push( { path, message } );

    if ( schema.type ) {
        const types = [].concat( schema.type ); // one name or several
        if ( !types.some( ( t ) => isType( value, t ) ) ) {
            report( `expected ${types.join(' or ')}, got ${typeOf(value)}` );
            return errors;
        }
    }
    if ( schema.enum && !schema.enum.includes( value ) ) {
        report( `must be one of ${schema.enum.join(', ')}` );
    }
    switch ( typeOf( value ) ) {
        case 'string':
            checkString( schema, value,
                    report );
            break;
        case 'integer':
        case 'number':
            checkNumber( schema, value,
                    report );
            break;
        case 'array':
            checkArray( schema,
                    value, path,
                    errors, report );
            break;
        case 'object':
            checkObject( schema, value, path, errors, report );
            break;
    }
    return errors;
}
function checkString( schema,
        value, report ) {
    if ( schema.minLength !== undefined && value.length < schema.minLength ) {
        report( `shorter than ${schema.minLength} characters` );
    }
    if ( schema.maxLength !== undefined && value.length > schema.maxLength ) {
        report( `longer than ${schema.maxLength} characters` );
    }
    if ( schema.format ) {
        const format = FORMATS[schema.format]; // by name
        if ( !format ) throw new Error( `unknown format ${schema.format}` );
        if ( !format.test( value ) ) report( `is no ${schema.format}` );
    }
}
